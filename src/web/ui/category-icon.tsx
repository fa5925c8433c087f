import {
  IconBath,
  IconBrush,
  IconBulb,
  IconDeviceTv,
  IconDoor,
  IconDroplet,
  IconFlame,
  IconFridge,
  IconHomeUp,
  IconLayoutBoard,
  IconLayoutBoardSplit,
  IconLayoutGrid,
  IconNotebook,
  IconPicnicTable,
  IconPlant2,
  IconSofa,
  IconStack2,
  IconTemperature,
  IconTool,
  IconWall,
  IconWindow,
} from '@tabler/icons-react'

/** The categories that an installation starts with; those that an administrator makes get the neutral icon. */
const ICONS: Record<string, typeof IconTool> = {
  Appliances: IconFridge,
  'Cabinets & Storage': IconLayoutBoardSplit,
  Countertops: IconStack2,
  'Decks & Paving': IconPicnicTable,
  'Doors & Trim': IconDoor,
  Electronics: IconDeviceTv,
  Fireplace: IconFlame,
  Flooring: IconLayoutBoard,
  'Furniture & Decor': IconSofa,
  'Glass & Accessories': IconBath,
  'Heating & Cooling': IconTemperature,
  'Landscape & Irrigation': IconPlant2,
  'Lighting & Electrical': IconBulb,
  Paint: IconBrush,
  Plumbing: IconDroplet,
  Records: IconNotebook,
  'Roof & Gutters': IconHomeUp,
  'Siding & Masonry': IconWall,
  Tile: IconLayoutGrid,
  'Windows & Treatments': IconWindow,
}

export const CategoryIcon = ({ name }: { name: string }) => {
  const Icon = (Object.hasOwn(ICONS, name) && ICONS[name]) || IconTool
  return <Icon aria-hidden="true" />
}
