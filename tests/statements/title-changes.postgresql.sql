-- owner
select (
  select "latest"."before", "latest"."at"
  from (
    select "events"."id",
      "events"."project_id",
      "events"."kind",
      "events"."before",
      to_char("events"."at" at time zone 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "at"
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
    and ("projects"."owner_id" = $1 or exists (
      select "project_members"."user_id"
      from "project_members"
      where "project_members"."project_id" = "projects"."id"
      and "project_members"."user_id" = $2
    ))
    and "projects"."template" = 0
    and "projects"."id" = "latest"."project_id"
  ))
  and exists (
    select "label_id"
    from "subcategory_labels"
    where "subcategory_labels"."subcategory_id" = "items"."subcategory_id"
    and strpos("subcategories"."telling", '"field' || "slot") > 0
    and strpos("latest"."before", '"propID":' || "label_id") > 0
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
and ("projects"."owner_id" = $3 or exists (
  select "project_members"."user_id"
  from "project_members"
  where "project_members"."project_id" = "projects"."id"
  and "project_members"."user_id" = $4
));
-- [7,7,7,7]

-- key
select (
  select "latest"."before", "latest"."at"
  from (
    select "events"."id",
      "events"."project_id",
      "events"."kind",
      "events"."before",
      to_char("events"."at" at time zone 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "at"
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
    and (("projects"."owner_id" = $1 and "projects"."id" in ($2, $3, $4)) or (exists (
      select "project_members"."user_id"
      from "project_members"
      where "project_members"."project_id" = "projects"."id"
      and "project_members"."user_id" = $5
    ) and "projects"."id" in ($6, $7, $8)))
    and "projects"."template" = 0
    and "projects"."id" = "latest"."project_id"
  ))
  and exists (
    select "label_id"
    from "subcategory_labels"
    where "subcategory_labels"."subcategory_id" = "items"."subcategory_id"
    and strpos("subcategories"."telling", '"field' || "slot") > 0
    and strpos("latest"."before", '"propID":' || "label_id") > 0
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
and (("projects"."owner_id" = $9 and "projects"."id" in ($10, $11, $12)) or (exists (
  select "project_members"."user_id"
  from "project_members"
  where "project_members"."project_id" = "projects"."id"
  and "project_members"."user_id" = $13
) and "projects"."id" in ($14, $15, $16)));
-- [7,0,11,12,7,0,11,12,7,0,11,12,7,0,11,12]

-- link
select (
  select "latest"."before", "latest"."at"
  from (
    select "events"."id",
      "events"."project_id",
      "events"."kind",
      "events"."before",
      to_char("events"."at" at time zone 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "at"
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
    and "projects"."id" = $1
    and "projects"."template" = 0
    and "projects"."id" = "latest"."project_id"
  ))
  and exists (
    select "label_id"
    from "subcategory_labels"
    where "subcategory_labels"."subcategory_id" = "items"."subcategory_id"
    and strpos("subcategories"."telling", '"field' || "slot") > 0
    and strpos("latest"."before", '"propID":' || "label_id") > 0
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
and (("projects"."id" = $2
  and "rooms"."project_id" = $3
  and "rooms"."id" in ($4, $5))
  and +"items"."subcategory_id" in (
  select "subcategories"."id"
  from "subcategories"
  where "subcategories"."trade" = $6
));
-- [11,11,11,0,21,"electrician"]
