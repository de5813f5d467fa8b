-- Counts emails before they are requested: reserves all of them or none, and returns 0, or the seconds until there is room.
-- The window slides, so it cannot be filled twice around its edge.
--
-- One lock per subject, taken in order, puts reservations in a row before they count.
create function secrets.reserve_mails(
    in_reservation uuid, in_subjects bytea[], in_counts int[], in_limits int[], in_windows int[])
  returns int language plpgsql as $$
declare
  now_at timestamptz;
  behind interval;
  used int;
  excess int;
  leaves timestamptz;
  longest int := 0;
begin
  perform pg_advisory_xact_lock(l.key) from (
    select distinct hashtextextended('secrets:mail:' || encode(s, 'hex'), 0) as key from unnest(in_subjects) s
    order by 1 offset 0) l;
  now_at := clock_timestamp();
  for i in 1..cardinality(in_subjects) loop
    behind := make_interval(secs => in_windows[i]);
    select count(*) into used from secrets.mail_reservation m
      where m.subject = in_subjects[i] and m.at > now_at - behind;
    excess := used + in_counts[i] - in_limits[i];
    continue when excess <= 0;
    leaves := null;
    select m.at into leaves from secrets.mail_reservation m
      where m.subject = in_subjects[i] and m.at > now_at - behind
      order by m.at offset excess - 1 limit 1;
    longest := greatest(longest, 1,
      case when leaves is null then in_windows[i] else ceil(extract(epoch from leaves + behind - now_at))::int end);
  end loop;
  if longest = 0 then
    insert into secrets.mail_reservation (reservation_id, subject, at)
      select in_reservation, u.subject, now_at
      from unnest(in_subjects, in_counts) u(subject, count) cross join generate_series(1, u.count);
  end if;
  return longest;
end $$;

revoke execute on function secrets.reserve_mails(uuid, bytea[], int[], int[], int[]) from public;
grant execute on function secrets.reserve_mails(uuid, bytea[], int[], int[], int[]) to onceover_secrets;
