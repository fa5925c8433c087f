import type { Plugin } from 'vite'

const SHARED = /\/src\/shared\/[^/]+\.ts$/
const DOCUMENTATION = /^ *(?:summary:\s*(?:'[^'\n]*'|"[^"\n]*")|problems: \[[^\]]*\]|oneAtATime: true),$/gm

/** Leaves out of the browser's code what endpoints say for the documentation, which the server answers, and for the server alone. */
export const withoutDocumentation = (): Plugin => ({
  name: 'without-documentation',
  apply: 'build',
  enforce: 'pre',
  transform: (code, file) => (SHARED.test(file) ? { code: code.replace(DOCUMENTATION, ''), map: null } : undefined),
})
