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
)
select case
  when (((instr("item_words"."vals", ?) > 0
    or instr("item_words"."vals", ?) > 0)
    and not (instr("item_words"."vals", ?) > 0))) then item_words."vals" end as "vals", case
  when (((instr("item_words"."notes", ?) > 0
    or instr("item_words"."notes", ?) > 0)
    and not (instr("item_words"."notes", ?) > 0))) then item_words."notes" end as "notes", case
  when (((instr("item_words"."files", ?) > 0
    or instr("item_words"."files", ?) > 0)
    and not (instr("item_words"."files", ?) > 0))) then item_words."files" end as "files"
from mine
cross join "rooms"
cross join "item_words"
where rooms.project_id = mine.id
and rooms.deleted_at is null
and item_words.room_id = rooms.id
and ((((instr("item_words"."vals", ?) > 0
  or instr("item_words"."vals", ?) > 0)
  and not (instr("item_words"."vals", ?) > 0)))
  or (((instr("item_words"."notes", ?) > 0
  or instr("item_words"."notes", ?) > 0)
  and not (instr("item_words"."notes", ?) > 0)))
  or (((instr("item_words"."files", ?) > 0
  or instr("item_words"."files", ?) > 0)
  and not (instr("item_words"."files", ?) > 0))))
limit ?;
-- [7,7,"ok","ka"," oka","ok","ka"," oka","ok","ka"," oka","ok","ka"," oka","ok","ka"," oka","ok","ka"," oka",100]
