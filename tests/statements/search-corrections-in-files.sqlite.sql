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
), ranges as materialized (
  select *
  from (
    select json_extract(value, '$.first') as "first", json_extract(value, '$.last') as "last"
    from json_each(?)
    limit -1
  ) as brought
), files as materialized (
  select distinct uploads.blob_id
  from mine
  cross join "rooms"
  cross join "item_words"
  cross join "item_files"
  cross join "uploads"
  where rooms.project_id = mine.id
  and rooms.deleted_at is null
  and mine.id = ?
  and item_words.room_id = rooms.id
  and item_words.files <> ''
  and item_files.item_id = item_words.item_id
  and item_files.deleted_at is null
  and uploads.id = item_files.upload_id
)
select distinct file_words.word
from files
cross join ranges
cross join "file_words"
where file_words.blob_id = files.blob_id
and file_words.word >= ranges.first
and file_words.word < ranges.last
limit ?;
-- [7,7,"[{\"first\":\"o\",\"last\":\"o􏿿\"}]",11,100]
