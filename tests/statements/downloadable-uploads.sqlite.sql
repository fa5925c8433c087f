-- owner
select "uploads"."id"
from "uploads"
inner join "blobs" on "blobs"."id" = "uploads"."blob_id"
where (exists (
  select "item_files"."id"
  from "items"
  inner join "rooms" on "rooms"."id" = "items"."room_id"
  inner join "projects" on "projects"."id" = "rooms"."project_id"
  inner join "item_files" on "item_files"."item_id" = "items"."id"
  where "items"."deleted_at" is null
  and "rooms"."deleted_at" is null
  and "projects"."deleted_at" is null
  and ("projects"."owner_id" = ? or exists (
    select "project_members"."user_id"
    from "project_members"
    where "project_members"."project_id" = "projects"."id"
    and "project_members"."user_id" = ?
  ))
  and "item_files"."upload_id" = "uploads"."id"
  and "item_files"."deleted_at" is null
) or exists (
  select "inbox_photos"."id"
  from "projects"
  inner join "inbox_photos" on "inbox_photos"."project_id" = "projects"."id"
  where "projects"."deleted_at" is null
  and ("projects"."owner_id" = ? or exists (
    select "project_members"."user_id"
    from "project_members"
    where "project_members"."project_id" = "projects"."id"
    and "project_members"."user_id" = ?
  ))
  and "projects"."template" = 0
  and "inbox_photos"."upload_id" = "uploads"."id"
  and "inbox_photos"."deleted_at" is null
) or exists (
  select "revisions"."id"
  from "projects"
  inner join "revisions" on "revisions"."project_id" = "projects"."id"
  where "projects"."deleted_at" is null
  and ("projects"."owner_id" = ? or exists (
    select "project_members"."user_id"
    from "project_members"
    where "project_members"."project_id" = "projects"."id"
    and "project_members"."user_id" = ?
  ))
  and "projects"."template" = 0
  and "revisions"."upload_id" = "uploads"."id"
) or ("uploads"."owner_id" = ? and (not exists (
  select "item_files"."id"
  from "item_files"
  where "item_files"."upload_id" = "uploads"."id"
) and not exists (
  select "inbox_photos"."id"
  from "inbox_photos"
  where "inbox_photos"."upload_id" = "uploads"."id"
) and not exists (
  select "revisions"."id"
  from "revisions"
  where "revisions"."upload_id" = "uploads"."id"
))));
-- [7,7,7,7,7,7,7]

-- key
select "uploads"."id"
from "uploads"
inner join "blobs" on "blobs"."id" = "uploads"."blob_id"
where (exists (
  select "item_files"."id"
  from "items"
  inner join "rooms" on "rooms"."id" = "items"."room_id"
  inner join "projects" on "projects"."id" = "rooms"."project_id"
  inner join "item_files" on "item_files"."item_id" = "items"."id"
  where "items"."deleted_at" is null
  and "rooms"."deleted_at" is null
  and "projects"."deleted_at" is null
  and (("projects"."owner_id" = ? and "projects"."id" in (?, ?, ?)) or (exists (
    select "project_members"."user_id"
    from "project_members"
    where "project_members"."project_id" = "projects"."id"
    and "project_members"."user_id" = ?
  ) and "projects"."id" in (?, ?, ?)))
  and "item_files"."upload_id" = "uploads"."id"
  and "item_files"."deleted_at" is null
) or exists (
  select "inbox_photos"."id"
  from "projects"
  inner join "inbox_photos" on "inbox_photos"."project_id" = "projects"."id"
  where "projects"."deleted_at" is null
  and (("projects"."owner_id" = ? and "projects"."id" in (?, ?, ?)) or (exists (
    select "project_members"."user_id"
    from "project_members"
    where "project_members"."project_id" = "projects"."id"
    and "project_members"."user_id" = ?
  ) and "projects"."id" in (?, ?, ?)))
  and "projects"."template" = 0
  and "inbox_photos"."upload_id" = "uploads"."id"
  and "inbox_photos"."deleted_at" is null
) or exists (
  select "revisions"."id"
  from "projects"
  inner join "revisions" on "revisions"."project_id" = "projects"."id"
  where "projects"."deleted_at" is null
  and (("projects"."owner_id" = ? and "projects"."id" in (?, ?, ?)) or (exists (
    select "project_members"."user_id"
    from "project_members"
    where "project_members"."project_id" = "projects"."id"
    and "project_members"."user_id" = ?
  ) and "projects"."id" in (?, ?, ?)))
  and "projects"."template" = 0
  and "revisions"."upload_id" = "uploads"."id"
) or ("uploads"."owner_id" = ? and (not exists (
  select "item_files"."id"
  from "item_files"
  where "item_files"."upload_id" = "uploads"."id"
) and not exists (
  select "inbox_photos"."id"
  from "inbox_photos"
  where "inbox_photos"."upload_id" = "uploads"."id"
) and not exists (
  select "revisions"."id"
  from "revisions"
  where "revisions"."upload_id" = "uploads"."id"
))));
-- [7,0,11,12,7,0,11,12,7,0,11,12,7,0,11,12,7,0,11,12,7,0,11,12,7]

-- link
select "uploads"."id"
from "uploads"
inner join "blobs" on "blobs"."id" = "uploads"."blob_id"
where (exists (
  select "item_files"."id"
  from "items"
  inner join "rooms" on "rooms"."id" = "items"."room_id"
  inner join "projects" on "projects"."id" = "rooms"."project_id"
  inner join "item_files" on "item_files"."item_id" = "items"."id"
  where "items"."deleted_at" is null
  and "rooms"."deleted_at" is null
  and "projects"."deleted_at" is null
  and (("projects"."id" = ? and "rooms"."project_id" = ? and "rooms"."id" in (?, ?)) and +"items"."subcategory_id" in (
    select "subcategories"."id"
    from "subcategories"
    where "subcategories"."trade" = ?
  ))
  and "item_files"."upload_id" = "uploads"."id"
  and "item_files"."deleted_at" is null
) or exists (
  select "projects"."id"
  from "projects"
  left join "brandings" as "own" on "own"."project_id" = "projects"."id"
  left join "brandings" as "usual" on "usual"."user_id" = "projects"."owner_id"
  where "projects"."deleted_at" is null
  and "projects"."id" = ?
  and "uploads"."id" = coalesce("own"."logo_upload_id", "usual"."logo_upload_id")
));
-- [11,11,0,21,"electrician",11]
