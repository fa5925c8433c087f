import type { Plugin } from 'vite'

/** What the browser reads of an endpoint; the rest is for the server and the documentation. */
const READ = ['method', 'path', 'access', 'status', 'creates', 'mayBeEmpty']

/** Calls without side effects, which the bundler cannot know. */
const CREATES = /(?<![\w.])(z\.\w+|endpoint)\(/g

/** Leaves schemas out of endpoints, and drops those that nothing else reads: a tenth of what a first visit loads. */
export const lightEndpoints = (): Plugin => ({
  name: 'light-endpoints',
  apply: 'build',
  transform: {
    filter: { id: /\/src\/shared\/.*\.ts$/ },
    handler(code) {
      let light = code
      for (const statement of this.parse(code).body.toReversed()) {
        if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration')
          continue
        const made = statement.declaration.declarations[0]?.init
        if (made?.type !== 'CallExpression' || made.callee.type !== 'Identifier' || made.callee.name !== 'endpoint')
          continue
        const [spec] = made.arguments
        if (spec?.type !== 'ObjectExpression') continue
        const read = spec.properties.filter(
          (member) => member.type === 'Property' && member.key.type === 'Identifier' && READ.includes(member.key.name),
        )
        const members = read.map(({ start, end }) => code.slice(start, end)).join()
        light = `${light.slice(0, spec.start)}{${members}}${light.slice(spec.end)}`
      }
      return light.replace(CREATES, '/* @__PURE__ */ $&')
    },
  },
})
