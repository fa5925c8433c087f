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
)
select case
  when (((strpos("item_words"."vals", $3) > 0
    or strpos("item_words"."vals", $4) > 0)
    and not (strpos("item_words"."vals", $5) > 0))) then item_words."vals" end as "vals", case
  when (((strpos("item_words"."notes", $6) > 0
    or strpos("item_words"."notes", $7) > 0)
    and not (strpos("item_words"."notes", $8) > 0))) then item_words."notes" end as "notes", case
  when (((strpos("item_words"."files", $9) > 0
    or strpos("item_words"."files", $10) > 0)
    and not (strpos("item_words"."files", $11) > 0))) then item_words."files" end as "files"
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
and ((((strpos("item_words"."vals", $12) > 0
  or strpos("item_words"."vals", $13) > 0)
  and not (strpos("item_words"."vals", $14) > 0)))
  or (((strpos("item_words"."notes", $15) > 0
  or strpos("item_words"."notes", $16) > 0)
  and not (strpos("item_words"."notes", $17) > 0)))
  or (((strpos("item_words"."files", $18) > 0
  or strpos("item_words"."files", $19) > 0)
  and not (strpos("item_words"."files", $20) > 0))))
limit $21;
-- [7,7,"ok","ka"," oka","ok","ka"," oka","ok","ka"," oka","ok","ka"," oka","ok","ka"," oka","ok","ka"," oka",100]
