// The rules of this product that Oxlint has not, as a plugin for it (.oxlintrc.json).
import { dirname, join, relative, resolve } from 'node:path'
import { DOMAINS, EXCEPTIONS } from './storeys.mjs'

const ROOT = join(import.meta.dirname, '..')

/** @typedef {{ type: string, [key: string]: any }} Node */
/** @typedef {{ filename: string, report: (problem: { node: Node, message: string }) => void }} Context */
/** @typedef {{ create: (context: Context) => Record<string, (node: Node) => void> }} Rule */

/**
 * The domain that a file belongs to, such as src/server/projects.
 * @param {string} path
 */
const domainOf = (path) => /^src\/(?:server|web)\/[^/]+(?=\/)/.exec(path)?.[0]

/** Every file but those that work on the data of all users: the sweep, stored bytes, the structure, derived facts, search words, numbers for the overview and metrics, what tokens open, and jobs. */
const ALL_USERS_ARE_NOT_FOR = new RegExp(
  '^(?!src/server/(' +
    [
      'admin/metrics',
      'admin/overview',
      'attachments/renditions',
      'attachments/text/file-texts',
      'attachments/uploads',
      'history/events',
      'history/trash',
      'structure/derived-facts',
      'platform/storage/check-files',
      'platform/storage/store-identity',
      'platform/storage/unneeded-blobs',
      'search/names',
      'search/words-of-items',
      'sharing/members/open-invitations',
      'sharing/handover/open-offers',
      'sharing/links/reader',
      'sharing/webhooks/webhooks',
      'structure/label-slots',
      'structure/structure',
      'structure/structure-steps',
    ].join('|') +
    ')\\.repo\\.ts$)',
)

/** Every file but those that create this kind of caller. */
const MINTED_IN = {
  mintActor: /^src\/server\/(?!identity\/sessions\/find-actor\.ts$)/,
  mintLinkReader: /^src\/server\/(?!sharing\/links\/reader\.repo\.ts$)/,
  mintOnlooker: /^src\/server\/(?!upkeep\/(calendar|reminders)\.repo\.ts$)/,
}

const BEGIN_IN_ACCESS =
  'Statements on user data begin in src/server/platform/db/access and *.access.ts, which know whose they are.'

/**
 * Forbidden imports: paths from the root of the checkout, or names of packages; with `names`, only these exports. Tests may
 * import anything.
 * @type {{ from: RegExp, to: RegExp | ((from: string, to: string) => boolean), names?: string[], because: string }[]}
 */
const BOUNDARIES = [
  {
    from: /^src\/shared\//,
    to: /^(?!src\/shared\/|zod\/mini$)/,
    because: 'src/shared imports zod/mini and itself only.',
  },
  { from: /^src\/web\//, to: /^src\/server\//, because: 'The browser knows the server by src/shared alone.' },
  { from: /^src\/server\//, to: /^src\/web\//, because: 'The server knows the browser by src/shared alone.' },
  { from: /^src\//, to: /^zod$/, because: 'zod/mini does the same at a quarter of the size.' },
  {
    from: /^src\/(?!server\/platform\/db\/)(?!.*\.(repo|access)\.ts$)/,
    to: /^kysely/,
    because: 'Only repositories, their access files and src/server/platform/db speak to the database.',
  },
  {
    from: /^src\/server\/(?!platform\/db\/access\/)(?!.*\.access\.ts$)/,
    to: /^src\/server\/platform\/db\/access\/unscoped\.ts$/,
    because: BEGIN_IN_ACCESS,
  },
  {
    from: ALL_USERS_ARE_NOT_FOR,
    to: /\.all-users\.access\.ts$/,
    because: 'Only the files that scripts/lint-rules.mjs names may work on the data of all users.',
  },
  {
    from: /^src\/server\/platform\/db\/migrations\/(?!index\.ts$)/,
    to: /^(?!kysely$|src\/server\/platform\/db\/migrations\/frozen\.ts$)/,
    because: 'A migration must never change what it does: it imports only frozen.ts and Kysely.',
  },
  {
    from: /\.routes\.ts$/,
    to: /^src\/server\/platform\/db\/|\.access\.ts$/,
    because: 'Routes call repositories, never the database.',
  },
  {
    from: /^src\/server\/platform\//,
    to: /^src\/server\/(?!platform\/)[^/]+\//,
    because: 'The platform serves every domain and knows none.',
  },
  {
    from: /^src\/web\/(lib|ui)\//,
    to: /^src\/web\/(?!lib\/|ui\/)/,
    because: 'lib and ui serve every domain and know none.',
  },
  {
    from: /^src\/shared\/contract\//,
    to: /^src\/shared\/(?!contract\/)/,
    because: 'The contract serves every domain and knows none.',
  },
  {
    from: /^src\/(server|web)\/(?!app\/)[^/]+\//,
    to: (from, to) => /([./]routes\.ts|\.page\.tsx)$/.test(to) && domainOf(from) !== domainOf(to),
    because: "A domain uses another's repositories and components, not its routes or pages.",
  },
  {
    // A backup copies rows unchanged, also of tables that only older versions had.
    from: /^src\/server\/(?!platform\/db\/|admin\/backup\/tables\.repo\.ts$)/,
    to: /^kysely$/,
    names: ['Kysely', 'CompiledQuery'],
    because: 'Only src/server/platform/db makes databases and statements.',
  },
  {
    from: /^src\/server\/(?!platform\/db\/|admin\/backup\/tables\.repo\.ts$)(?!.*\.access\.ts$)/,
    to: /^kysely$/,
    names: ['sql'],
    because: 'Text of statements is written in src/server/platform/db and *.access.ts only.',
  },
  ...Object.entries(MINTED_IN).map(([name, from]) => ({
    from,
    to: /^src\/server\/platform\/db\/actor\.ts$/,
    names: [name],
    because: 'Only the lookup of a session, link or calendar creates a caller.',
  })),
]

/**
 * The exports that a statement imports; undefined for all.
 * @param {Node} node
 * @returns {string[] | undefined}
 */
const namesIn = ({ specifiers }) => {
  /** @type {Node[]} */
  const taken = specifiers ?? []
  if (taken.length === 0 || taken.some(({ type }) => type === 'ImportNamespaceSpecifier')) return undefined
  return taken.map(({ imported, local }) => (imported ?? local).name ?? (imported ?? local).value)
}

/** @param {string} path */
const fromRoot = (path) => relative(ROOT, path).replaceAll('\\', '/')

/**
 * Calls `check` with each import: its node, the node of its source, and what it imports, a path from the root of the checkout
 * or the name of a package.
 * @param {Context} context
 * @param {(node: Node, source: Node, to: string) => void} check
 */
const eachImport = (context, check) => {
  /** @param {Node} node */
  const visit = (node) => {
    const { source } = node
    if (source?.type !== 'Literal' || typeof source.value !== 'string') return
    const path = source.value
    check(node, source, path.startsWith('.') ? fromRoot(resolve(dirname(context.filename), path)) : path)
  }
  return {
    ImportDeclaration: visit,
    ImportExpression: visit,
    ExportNamedDeclaration: visit,
    ExportAllDeclaration: visit,
  }
}

/** @type {Rule} */
const boundaries = {
  create(context) {
    const from = fromRoot(context.filename)
    return eachImport(context, (node, source, to) => {
      const taken = namesIn(node)
      for (const law of BOUNDARIES) {
        if (!law.from.test(from)) continue
        if (law.names && taken && !taken.some((name) => law.names?.includes(name))) continue
        const forbids = law.to instanceof RegExp ? law.to.test(to) : law.to(from, to)
        if (forbids) context.report({ node: source, message: law.because })
      }
    })
  },
}

/**
 * The tree and the domain of a file, such as server and projects.
 * @param {string} path
 */
const placeOf = (path) => {
  const [, tree, domain] = /^src\/(server|web|shared)\/([^/]+)\//.exec(path) ?? []
  return { tree, domain: domain ?? '' }
}

/** @type {Rule} */
const storeys = {
  create(context) {
    const from = fromRoot(context.filename)
    const { tree, domain } = placeOf(from)
    const excepted = new Set(EXCEPTIONS.filter((one) => one.startsWith(`${from} `)).map((one) => one.split(' -> ')[1]))
    const needed = new Set()
    return {
      ...eachImport(context, (_node, source, to) => {
        const target = placeOf(to)
        if (target.tree !== tree || DOMAINS.indexOf(target.domain) <= DOMAINS.indexOf(domain)) return
        needed.add(target.domain)
        if (!excepted.has(target.domain))
          context.report({ node: source, message: `${domain} is below ${target.domain} (scripts/storeys.mjs).` })
      }),
      'Program:exit': (node) => {
        if (domain && !DOMAINS.includes(domain))
          context.report({ node, message: `scripts/storeys.mjs does not know the domain ${domain}.` })
        for (const one of excepted)
          if (!needed.has(one))
            context.report({ node, message: `Remove "${from} -> ${one}" from scripts/storeys.mjs: it is not needed.` })
      },
    }
  },
}

/** @type {Rule} */
const noBarrels = {
  create(context) {
    /** @param {Node} node */
    const refuse = (node) => context.report({ node, message: 'No barrels: import from the file that has it.' })
    return {
      ExportAllDeclaration: refuse,
      ExportNamedDeclaration: (node) => {
        if (node.source) refuse(node)
      },
    }
  },
}

/** @type {Rule} */
const patientTests = {
  create: (context) => ({
    CallExpression(node) {
      const { object, property } = node.callee
      if (object?.name === 'vi' && ['waitFor', 'waitUntil'].includes(property?.name))
        context.report({
          node,
          message: 'It gives up after a second, too soon on a busy machine: use tests/support/until.ts.',
        })
    },
  }),
}

/** Kysely's ways to tables that the type of a repository's database lacks. */
const AROUND = ['withTables', 'withSchema', 'executeQuery', 'getExecutor']

/** @type {Rule} */
const withinTheScope = {
  create(context) {
    /** @param {Node} node @param {Node} key */
    const check = (node, key) => {
      if (AROUND.includes(key.name ?? key.value))
        context.report({
          node,
          message: BEGIN_IN_ACCESS,
        })
    }
    return {
      MemberExpression: (node) => check(node, node['property']),
      ObjectPattern: ({ properties }) => {
        for (const one of properties) if (one.type === 'Property') check(one, one.key)
      },
    }
  },
}

/** Members of endpoints that the build of the web app leaves out (vite/endpoints.ts). */
const SCHEMAS = ['body', 'params', 'query', 'response']

/** @type {Rule} */
const lightEndpoints = {
  create(context) {
    /** @type {Set<string>} */
    const endpoints = new Set()
    return {
      ImportDeclaration(node) {
        if (node.source.value.endsWith('.api.ts')) for (const { local } of node.specifiers) endpoints.add(local.name)
      },
      MemberExpression(node) {
        if (endpoints.has(node.object.name) && SCHEMAS.includes(node.property.name))
          context.report({ node, message: 'The web app is built without it: import the schema by its name.' })
      },
    }
  },
}

/** Members that TypeScript's DOM library declares but some supported browsers (README) lack. */
const TOO_NEW = [
  ...['canParse', 'checkVisibility', 'hidePopover', 'moveBefore', 'parseHTMLUnsafe', 'requestClose'],
  ...['requestIdleCallback', 'setHTMLUnsafe', 'showPopover', 'startViewTransition', 'togglePopover'],
]

/** @type {Rule} */
const olderBrowsers = {
  create(context) {
    /** @param {Node} node @param {string} name */
    const refuse = (node, name) => context.report({ node, message: `Some browsers that README names have no ${name}.` })
    return {
      Identifier: (node) => {
        if (TOO_NEW.includes(node['name'])) refuse(node, node['name'])
      },
      MemberExpression: (node) => {
        if (node['object'].name === 'AbortSignal' && node['property'].name === 'any') refuse(node, 'AbortSignal.any')
      },
    }
  },
}

export default {
  meta: { name: 'house' },
  rules: {
    boundaries,
    'light-endpoints': lightEndpoints,
    'no-barrels': noBarrels,
    'older-browsers': olderBrowsers,
    'patient-tests': patientTests,
    storeys,
    'within-the-scope': withinTheScope,
  },
}
