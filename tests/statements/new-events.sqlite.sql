-- owner
select "latest"."name", "latest"."roomID", count(*) as "changes"
from (
  select "events"."user_id", "events"."room_id" as "roomID", coalesce((
    select nullif(trim(users.first_name || ' ' || users.last_name), '') as "name"
    from "users"
    where "users"."id" = "events"."user_id"
  ), events.who) as "name"
  from "events"
  where "events"."project_id" = ?
  and "events"."id" > coalesce(coalesce((
    select "activity_seen"."event_id"
    from "activity_seen"
    where "activity_seen"."project_id" = ?
    and "activity_seen"."user_id" = ?
  ), (
    select "events"."id"
    from "events"
    where "events"."project_id" = ?
    and "events"."user_id" = ?
    order by "events"."id"
    limit ?
  )), 0)
  and "events"."part_of" is null
  order by "events"."id" desc
  limit ?
) as "latest"
where "latest"."user_id" <> ?
group by "latest"."user_id", "latest"."name", "latest"."roomID"
order by "latest"."name";
-- [11,11,7,11,7,1,200,7]
