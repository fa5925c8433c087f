-- owner
with mine as materialized (
  select id
  from (
    select "projects"."id"
    from "projects"
    where "projects"."deleted_at" is null
    and "projects"."owner_id" = ?
    and "projects"."template" = 0
    union
    select "projects"."id"
    from "projects"
    inner join "project_members" on "project_members"."project_id" = "projects"."id"
    where "projects"."deleted_at" is null
    and "project_members"."user_id" = ?
  ) as own
), "placed" as materialized (
  select *
  from (
    select cast(json_extract(value,
      '$.id') as integer) as "id",
      cast(json_extract(value,
      '$.bits') as integer) as "bits"
    from json_each(?)
    limit -1
  ) as brought
), "named" as materialized (
  select *
  from (
    select cast(json_extract(value,
      '$.id') as integer) as "id",
      cast(json_extract(value,
      '$.w0') as integer) as "w0",
      cast(json_extract(value,
      '$.w1') as integer) as "w1"
    from json_each(?)
    limit -1
  ) as brought
), matches as materialized (
  select item_words.item_id as id, (case
    when (instr("item_words"."vals", ?) > 0) then 100
    else 0 end + case
    when ((64 * 128 & named."w0") <> 0) then 10
    when (instr("item_words"."vals", ?) > 0) then 9
    when (instr("item_words"."vals", ?) > 0) then 8
    when (((item_words.filled | 64) * 128 & named."w0") <> 0) then 7
    when (instr("item_words"."notes", ?) > 0) then 6
    when (instr("item_words"."files", ?) > 0) then 5
    when (instr("item_words"."vals", ?) > 0) then 4
    when (((item_words.filled | 64) * 1 & named."w0") <> 0 or item_words.category_id in (?)) then 3
    when (instr("item_words"."notes", ?) > 0) then 2
    when (instr("item_words"."files", ?) > 0) then 1
    else 0 end + case
    when 1 = 0 then 10
    when (instr("item_words"."vals", ?) > 0) then 9
    when (instr("item_words"."vals", ?) > 0) then 8
    when 1 = 0 then 7
    when (instr("item_words"."notes", ?) > 0) then 6
    when (instr("item_words"."files", ?) > 0) then 5
    when (instr("item_words"."vals", ?) > 0) then 4
    when 1 = 0 then 3
    when (instr("item_words"."notes", ?) > 0) then 2
    when (instr("item_words"."files", ?) > 0) then 1
    else 0 end) as score, 0 as found, case
    when ((placed.bits & 1) <> 0
      or (((item_words.filled | 64) * 1 & named."w0") <> 0
      or item_words.category_id in (?))
      or (instr("item_words"."vals", ?) > 0)
      or (instr("item_words"."notes", ?) > 0))
  and (1 = 0 or 1 = 0 or (instr("item_words"."vals", ?) > 0) or (instr("item_words"."notes", ?) > 0)) then 0
    else 1 end as in_files, rooms.project_id, item_words.room_id, item_words.category_id
  from mine
  cross join "rooms"
  left join placed on placed.id = rooms.id
  cross join "item_words"
  left join named on named.id = item_words.subcategory_id
  where rooms.project_id = mine.id
  and rooms.deleted_at is null
  and item_words.room_id = rooms.id
  and ((placed.bits & 1) <> 0
    or (((item_words.filled | 64) * 1 & named."w0") <> 0
    or item_words.category_id in (?))
    or (instr("item_words"."vals", ?) > 0)
    or (instr("item_words"."notes", ?) > 0)
    or (instr("item_words"."files", ?) > 0))
  and (1 = 0
    or 1 = 0
    or (instr("item_words"."vals", ?) > 0)
    or (instr("item_words"."notes", ?) > 0)
    or (instr("item_words"."files", ?) > 0))
  and ((placed.bits & 1) <> 0
    or (((item_words.filled | 64) * 1 & named."w0") <> 0
    or item_words.category_id in (?))
    or (instr("item_words"."vals", ?) > 0)
    or (instr("item_words"."notes", ?) > 0))
  and (1 = 0 or 1 = 0 or (instr("item_words"."vals", ?) > 0) or (instr("item_words"."notes", ?) > 0))
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
select hits.id, hits.score, hits.found, hits.in_files as "inFiles"
from hits
order by hits.score desc, hits.id
limit ?;
-- [7,7,"[{\"id\":21,\"bits\":1}]","[{\"id\":31,\"w0\":64,\"w1\":0}]"," =oak floor·"," =oak·"," oak "," oak "," oak "," oak",41," oak"," oak"," =oak·"," oak "," oak "," oak "," oak"," oak"," oak",41," oak"," oak"," oak"," oak",41," oak"," oak"," oak"," oak"," oak"," oak",41," oak"," oak"," oak"," oak",20]
