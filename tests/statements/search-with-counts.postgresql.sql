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
), "placed" as materialized (
  select *
  from (
    select *
    from json_to_recordset($3::json) as one ("id" bigint, "bits" bigint)
  ) as brought
), "named" as materialized (
  select *
  from (
    select *
    from json_to_recordset($4::json) as one ("id" bigint, "w0" bigint, "w1" bigint)
  ) as brought
), matches as materialized (
  select item_words.item_id as id, (case
    when (strpos("item_words"."vals", $5) > 0) then 100
    else 0 end + case
    when ((64 * 128 & named."w0") <> 0) then 10
    when (strpos("item_words"."vals", $6) > 0) then 9
    when (strpos("item_words"."vals", $7) > 0) then 8
    when (((item_words.filled | 64) * 128 & named."w0") <> 0) then 7
    when (strpos("item_words"."notes", $8) > 0) then 6
    when (strpos("item_words"."files", $9) > 0) then 5
    when (strpos("item_words"."vals", $10) > 0) then 4
    when (((item_words.filled | 64) * 1 & named."w0") <> 0 or item_words.category_id in ($11)) then 3
    when (strpos("item_words"."notes", $12) > 0) then 2
    when (strpos("item_words"."files", $13) > 0) then 1
    else 0 end + case
    when 1 = 0 then 10
    when (strpos("item_words"."vals", $14) > 0) then 9
    when (strpos("item_words"."vals", $15) > 0) then 8
    when 1 = 0 then 7
    when (strpos("item_words"."notes", $16) > 0) then 6
    when (strpos("item_words"."files", $17) > 0) then 5
    when (strpos("item_words"."vals", $18) > 0) then 4
    when 1 = 0 then 3
    when (strpos("item_words"."notes", $19) > 0) then 2
    when (strpos("item_words"."files", $20) > 0) then 1
    else 0 end) as score, 0 as found, case
    when ((placed.bits & 1) <> 0
      or (((item_words.filled | 64) * 1 & named."w0") <> 0
      or item_words.category_id in ($21))
      or (strpos("item_words"."vals", $22) > 0)
      or (strpos("item_words"."notes", $23) > 0))
  and (1 = 0 or 1 = 0 or (strpos("item_words"."vals", $24) > 0) or (strpos("item_words"."notes", $25) > 0)) then 0
    else 1 end as in_files, rooms.project_id, item_words.room_id, item_words.category_id
  from mine
  cross join lateral (
    select *
    from "rooms"
    where rooms.project_id = mine.id
    and rooms.deleted_at is null
    offset 0
  ) as "rooms"
  left join placed on placed.id = rooms.id
  cross join lateral (
    select *
    from "item_words"
    where item_words.room_id = rooms.id
    offset 0
  ) as "item_words"
  left join named on named.id = item_words.subcategory_id
  where true
  and ((placed.bits & 1) <> 0
    or (((item_words.filled | 64) * 1 & named."w0") <> 0
    or item_words.category_id in ($26))
    or (strpos("item_words"."vals", $27) > 0)
    or (strpos("item_words"."notes", $28) > 0)
    or (strpos("item_words"."files", $29) > 0))
  and (1 = 0
    or 1 = 0
    or (strpos("item_words"."vals", $30) > 0)
    or (strpos("item_words"."notes", $31) > 0)
    or (strpos("item_words"."files", $32) > 0))
), hits as materialized (
  select *
  from matches
  where (
    select items.id
    from items
    where items.id = matches.id
    and items.deleted_at is null
  ) is not null
), first as (
  select id, score, found, in_files
  from hits
  order by score desc, id
  limit $33
), groups as (
  select project_id as "projectID", room_id as "roomID", null as "catID", count(*) as items, sum(in_files) as "inFiles"
  from hits
  group by project_id, room_id
  union all
  select null, null, category_id, count(*), sum(in_files)
  from hits
  group by category_id
)
select id, score, found, in_files as "inFiles", null as "projectID", null as "roomID", null as "catID", null as items
from first
union all
select null, null, null, "inFiles", "projectID", "roomID", "catID", items
from groups;
-- [7,7,"[{\"id\":21,\"bits\":1}]","[{\"id\":31,\"w0\":64,\"w1\":0}]"," =oak floor·"," =oak·"," oak "," oak "," oak "," oak",41," oak"," oak"," =oak·"," oak "," oak "," oak "," oak"," oak"," oak",41," oak"," oak"," oak"," oak",41," oak"," oak"," oak"," oak"," oak"," oak",20]
