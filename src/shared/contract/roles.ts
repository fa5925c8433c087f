/** Role codes from section 6 of the specification; stored and sent as these numbers. */
export const Role = { Admin: 9001, Reseller: 2023, User: 1001 } as const
export type Role = (typeof Role)[keyof typeof Role]

export const ALL_ROLES: readonly Role[] = [Role.Admin, Role.Reseller, Role.User]

export const ROLE_NAMES: Record<Role, string> = {
  [Role.Admin]: 'Admin',
  [Role.Reseller]: 'Reseller',
  [Role.User]: 'User',
}

/** Roles that can have projects, rooms, items and files. */
export const KEEPS_PROJECTS = [Role.User, Role.Reseller] as const satisfies readonly Role[]
/** Roles that can edit room types, categories, subcategories and labels. */
export const SHAPES_STRUCTURE = [Role.Admin, Role.Reseller] as const satisfies readonly Role[]

export const hasRole = (granted: readonly number[], allowed: readonly Role[]): boolean =>
  allowed.some((role) => granted.includes(role))
