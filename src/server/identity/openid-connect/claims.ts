/** A claim by its name or, where the provider nests it, by a path such as `realm_access.roles`. */
const claimAt = (claims: unknown, path: string): unknown => {
  if (typeof claims !== 'object' || claims === null) return undefined
  if (Object.hasOwn(claims, path)) return (claims as Record<string, unknown>)[path]
  for (let dot = path.indexOf('.'); dot !== -1; dot = path.indexOf('.', dot + 1)) {
    const start = path.slice(0, dot)
    const found = Object.hasOwn(claims, start)
      ? claimAt((claims as Record<string, unknown>)[start], path.slice(dot + 1))
      : undefined
    if (found !== undefined) return found
  }
  return undefined
}

/** Whether a claim is or lists a value, also as the text "a,b" or "a b"; undefined if the claim is missing. */
export const claimHas = (claims: object, { name, value }: { name: string; value: string }): boolean | undefined => {
  const claim = claimAt(claims, name)
  if (claim === undefined || claim === null) return undefined
  const listed = [claim].flat()
  return listed.includes(value) || (typeof claim === 'string' && claim.split(/[\s,]+/).includes(value))
}
