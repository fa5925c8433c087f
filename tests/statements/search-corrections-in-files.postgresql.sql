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
), ranges as materialized (
  select *
  from (
    select *
    from json_to_recordset($3::json) as one ("first" text, "last" text)
  ) as brought
), files as materialized (
  select distinct uploads.blob_id
  from mine
  cross join lateral (
    select *
    from "rooms"
    where rooms.project_id = mine.id
    and rooms.deleted_at is null
    and mine.id = $4
    offset 0
  ) as "rooms"
  cross join lateral (
    select *
    from "item_words"
    where item_words.room_id = rooms.id
    and item_words.files <> ''
    offset 0
  ) as "item_words"
  cross join lateral (
    select *
    from "item_files"
    where item_files.item_id = item_words.item_id
    and item_files.deleted_at is null
    offset 0
  ) as "item_files"
  cross join lateral (
    select *
    from "uploads"
    where uploads.id = item_files.upload_id
    offset 0
  ) as "uploads"
  where true
)
select distinct file_words.word
from files
cross join ranges
cross join lateral (
  select *
  from "file_words"
  where file_words.blob_id = files.blob_id
  and file_words.word >= ranges.first
  and file_words.word < ranges.last
  offset 0
) as "file_words"
where true
limit $5;
-- [7,7,"[{\"first\":\"o\",\"last\":\"o􏿿\"}]",11,100]
