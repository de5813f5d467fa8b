import { identifier, literal } from './identifiers.ts';

/** Stored events never change: even the table's owner is refused. They go by the month, through `remove_month` alone. */
export function appendOnlyTrigger(schema: string): string {
  const s = identifier(schema);
  return `
    create function ${s}.refuse_event_change() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and current_setting('event_log.removing', true) = ${literal(schema)} then
        return old;
      end if;
      raise exception 'events never change: % refused', tg_op using errcode = 'restrict_violation';
    end $$;
    create trigger events_append_only before update or delete on ${s}.events
      for each row execute function ${s}.refuse_event_change();
    create trigger events_no_truncate before truncate on ${s}.events
      for each statement execute function ${s}.refuse_event_change();`;
}
