import { directory, keysDir } from '@onceover/schema/settings';
import { type ConfigOf, defineConfig } from '@onceover/service-kit/config';

export const auditConfig = defineConfig({
  keysDir,
  auditDir: {
    env: 'ONCEOVER_AUDIT_DIR',
    schema: directory.optional(),
    doc: 'Directory that gets a copy of every signed checkpoint of the audit trail, in files that are made once and never written again. Put it where whoever owns the database cannot change it, such as a write-once disk.',
  },
});

export type AuditConfig = ConfigOf<typeof auditConfig>;
