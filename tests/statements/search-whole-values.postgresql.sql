-- owner
with mine as materialized (
  select id
  from (
    select "projects"."id"
    from "projects"
    where "projects"."deleted_at" is null
    and "projects"."owner_id" = $1
    and "projects"."template" = 0
    union
    select "projects"."id"
    from "projects"
    inner join "project_members" on "project_members"."project_id" = "projects"."id"
    where "projects"."deleted_at" is null
    and "project_members"."user_id" = $2
  ) as own
), matches as materialized (
  select item_words.item_id as id, item_words.room_id, case
    when (strpos("item_words"."vals", $3) > 0) then 1 end as "w0", case
    when (strpos("item_words"."vals", $4) > 0) then 1 end as "w1"
  from mine
  cross join lateral (
    select *
    from "rooms"
    where rooms.project_id = mine.id
    and rooms.deleted_at is null
    offset 0
  ) as "rooms"
  cross join lateral (
    select *
    from "item_words"
    where item_words.room_id = rooms.id
    offset 0
  ) as "item_words"
  where true
  and ((strpos("item_words"."vals", $5) > 0) or (strpos("item_words"."vals", $6) > 0))
), hits as materialized (
  select *
  from matches
  where (
    select items.id
    from items
    where items.id = matches.id
    and items.deleted_at is null
  ) is not null
)
select count("w0") as "items0", count(distinct case
  when "w0" = 1 then room_id end) as "rooms0", count("w1") as "items1", count(distinct case
  when "w1" = 1 then room_id end) as "rooms1"
from hits;
-- [7,7," =oak·"," =ash·"," =oak·"," =ash·"]
