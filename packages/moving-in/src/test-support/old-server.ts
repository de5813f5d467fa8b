import type { RedisCommand } from '@onceover/testing/redis';
import type { LayoutName } from '../onetime-server.ts';

/** Field by field, as a server stores them; from 0.24 on it writes them as JSON. */
type StoredRecord = Readonly<Record<string, string | number | boolean | Buffer>>;

/** Of `correct horse battery staple`, by crypt(3) of libxcrypt and by the reference program of argon2. */
export const oldPassword = 'correct horse battery staple';
export const oldHashes = {
  bcrypt: '$2a$12$CCCCCCCCCCCCCCCCCCCCC.aNFuLnJDpfCit2UcMXRRsawH6O4VbfG',
  argon2id: '$argon2id$v=19$m=65536,t=2,p=1$YSBzYWx0IG9mIDE2IGJ5dA$eK8YzV+wFVy4K4LpbOJ7Oc6FCmxirCMpTta+zn9Rtns',
} as const;

/** A secret that Ruby's OpenSSL has sealed, as such a server does. */
export const oldLink = {
  siteSecret: 'a made-up site secret, 2026',
  metadataKey: '1f9w0qkz7m1x5v8r2t4y6u0p1s3d5g8',
  secretKey: '3f9w0qkz7m1x5v8r2t4y6u0p1s3d5g7',
  sealed: Buffer.from('6091600732440e449b412da0e89a08a1', 'hex'),
  value: 'tea at 5?',
} as const;

export interface OldAccount {
  readonly email: string;
  /** Its id from 0.24 on. */
  readonly objid: string;
  readonly more?: StoredRecord;
}

/** Writes what servers of Onetime Secret store, in one of their layouts. */
export function oldServer(layout: LayoutName) {
  const isEarly = layout === '0.18';
  const put = (database: number, key: string, record: StoredRecord): readonly RedisCommand[] => [
    ['SELECT', String(isEarly ? database : 0)],
    ['HSET', key, ...Object.entries(record).flatMap(([name, value]) => [name, isEarly ? plain(value) : json(value)])],
  ];
  return {
    put,
    account({ email, objid, more = {} }: OldAccount): readonly RedisCommand[] {
      const common = {
        email,
        role: 'customer',
        verified: true,
        planid: 'basic',
        locale: 'de',
        created: 1_600_000_000.25,
      };
      const identity = isEarly ? { custid: email } : { custid: objid, objid, v1_custid: email };
      return put(6, `customer:${isEarly ? email : objid}:object`, { ...common, ...identity, ...more });
    },
    /** From 0.24 on it belongs to an organization of its owner. */
    domain(host: string, owner: OldAccount, more: StoredRecord = {}): readonly RedisCommand[] {
      const id = `id${host.replaceAll('.', '')}`;
      if (isEarly) return put(6, `customdomain:${id}:object`, { display_domain: host, custid: owner.email, ...more });
      const organization = `org${owner.objid}`;
      return [
        ...put(0, `organization:${organization}:object`, { objid: organization, owner_id: owner.objid }),
        ...put(0, `custom_domain:${id}:object`, { display_domain: host, org_id: organization, ...more }),
      ];
    },
    metadata(key: string, secretKey: string, more: StoredRecord = {}): readonly RedisCommand[] {
      const times = { created: 1_700_000_000, updated: 1_700_000_001.5, secret_ttl: 604_800 };
      const names = isEarly ? { key, secret_key: secretKey } : { objid: key, secret_identifier: secretKey };
      return put(7, `${isEarly ? 'metadata' : 'receipt'}:${key}:object`, { state: 'new', ...times, ...names, ...more });
    },
    secret(key: string, more: StoredRecord, secondsLeft = 3_600): readonly RedisCommand[] {
      const name = `secret:${key}:object`;
      return [...put(8, name, { state: 'new', ...more }), ['EXPIRE', name, String(secondsLeft)]];
    },
  };
}

const plain = (value: string | number | boolean | Buffer) => (Buffer.isBuffer(value) ? value : String(value));
const json = (value: string | number | boolean | Buffer) => (Buffer.isBuffer(value) ? value : JSON.stringify(value));
