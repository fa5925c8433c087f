-- owner
select (
  select "latest"."before", "latest"."at"
  from (
    select "events"."id", "events"."project_id", "events"."kind", "events"."before", "events"."at" as "at"
    from "events"
    where "events"."item_id" = "items"."id"
    order by "events"."id" desc
    limit 200
  ) as "latest"
  where "latest"."kind" = 'item changed'
  and ("latest"."project_id" = "items"."project_id" or exists (
    select "projects"."id"
    from "projects"
    where "projects"."deleted_at" is null
    and ("projects"."owner_id" = ? or exists (
      select "project_members"."user_id"
      from "project_members"
      where "project_members"."project_id" = "projects"."id"
      and "project_members"."user_id" = ?
    ))
    and "projects"."template" = 0
    and "projects"."id" = "latest"."project_id"
  ))
  and exists (
    select "label_id"
    from "subcategory_labels"
    where "subcategory_labels"."subcategory_id" = "items"."subcategory_id"
    and instr("subcategories"."telling", '"field' || "slot") > 0
    and instr("latest"."before", '"propID":' || "label_id") > 0
  )
  order by "latest"."id" desc
  limit 8
) as "changes"
from "items"
inner join "rooms" on "rooms"."id" = "items"."room_id"
inner join "projects" on "projects"."id" = "rooms"."project_id"
where "items"."deleted_at" is null
and "rooms"."deleted_at" is null
and "projects"."deleted_at" is null
and ("projects"."owner_id" = ? or exists (
  select "project_members"."user_id"
  from "project_members"
  where "project_members"."project_id" = "projects"."id"
  and "project_members"."user_id" = ?
));
-- [7,7,7,7]

-- key
select (
  select "latest"."before", "latest"."at"
  from (
    select "events"."id", "events"."project_id", "events"."kind", "events"."before", "events"."at" as "at"
    from "events"
    where "events"."item_id" = "items"."id"
    order by "events"."id" desc
    limit 200
  ) as "latest"
  where "latest"."kind" = 'item changed'
  and ("latest"."project_id" = "items"."project_id" or exists (
    select "projects"."id"
    from "projects"
    where "projects"."deleted_at" is null
    and (("projects"."owner_id" = ? and "projects"."id" in (?, ?, ?)) or (exists (
      select "project_members"."user_id"
      from "project_members"
      where "project_members"."project_id" = "projects"."id"
      and "project_members"."user_id" = ?
    ) and "projects"."id" in (?, ?, ?)))
    and "projects"."template" = 0
    and "projects"."id" = "latest"."project_id"
  ))
  and exists (
    select "label_id"
    from "subcategory_labels"
    where "subcategory_labels"."subcategory_id" = "items"."subcategory_id"
    and instr("subcategories"."telling", '"field' || "slot") > 0
    and instr("latest"."before", '"propID":' || "label_id") > 0
  )
  order by "latest"."id" desc
  limit 8
) as "changes"
from "items"
inner join "rooms" on "rooms"."id" = "items"."room_id"
inner join "projects" on "projects"."id" = "rooms"."project_id"
where "items"."deleted_at" is null
and "rooms"."deleted_at" is null
and "projects"."deleted_at" is null
and (("projects"."owner_id" = ? and "projects"."id" in (?, ?, ?)) or (exists (
  select "project_members"."user_id"
  from "project_members"
  where "project_members"."project_id" = "projects"."id"
  and "project_members"."user_id" = ?
) and "projects"."id" in (?, ?, ?)));
-- [7,0,11,12,7,0,11,12,7,0,11,12,7,0,11,12]

-- link
select (
  select "latest"."before", "latest"."at"
  from (
    select "events"."id", "events"."project_id", "events"."kind", "events"."before", "events"."at" as "at"
    from "events"
    where "events"."item_id" = "items"."id"
    order by "events"."id" desc
    limit 200
  ) as "latest"
  where "latest"."kind" = 'item changed'
  and ("latest"."project_id" = "items"."project_id" or exists (
    select "projects"."id"
    from "projects"
    where "projects"."deleted_at" is null
    and "projects"."id" = ?
    and "projects"."template" = 0
    and "projects"."id" = "latest"."project_id"
  ))
  and exists (
    select "label_id"
    from "subcategory_labels"
    where "subcategory_labels"."subcategory_id" = "items"."subcategory_id"
    and instr("subcategories"."telling", '"field' || "slot") > 0
    and instr("latest"."before", '"propID":' || "label_id") > 0
  )
  order by "latest"."id" desc
  limit 8
) as "changes"
from "items"
inner join "rooms" on "rooms"."id" = "items"."room_id"
inner join "projects" on "projects"."id" = "rooms"."project_id"
where "items"."deleted_at" is null
and "rooms"."deleted_at" is null
and "projects"."deleted_at" is null
and (("projects"."id" = ? and "rooms"."project_id" = ? and "rooms"."id" in (?, ?)) and +"items"."subcategory_id" in (
  select "subcategories"."id"
  from "subcategories"
  where "subcategories"."trade" = ?
));
-- [11,11,11,0,21,"electrician"]
