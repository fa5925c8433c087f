import { dirname, relative, resolve } from 'node:path'
import { defineConfig } from 'eslint/config'
import tseslint from 'typescript-eslint'

const ROOT = import.meta.dirname

/**
 * The folder below src/server or src/web that a file lies in, such as src/server/rooms.
 * @param {string} path
 */
const folderOf = (path) => /^src\/(?:server|web)\/[^/]+(?=\/)/.exec(path)?.[0]

/** All but those who sweep, look after the bytes in the store and read them, change the structure, derive facts or words of items, or count for the overview and metrics. */
const INSTALLATION_IS_NOT_FOR = new RegExp(
  '^(?!src/server/(' +
    [
      'structure/label-slots',
      'structure/structure',
      'structure/structure-steps',
      'events/events',
      'file-text/file-texts',
      'files/check-files',
      'files/own-store',
      'files/renditions',
      'files/unneeded-blobs',
      'files/uploads',
      'handover/open-offers',
      'items/derived-facts',
      'members/open-invitations',
      'metrics/metrics',
      'overview/overview',
      'search/names',
      'search/words-of-items',
      'trash/trash',
    ].join('|') +
    ')\\.repo\\.ts$)',
)

/**
 * Who may not import whom: paths from the root of the checkout, or names of packages. Tests may import anything.
 * @type {{ from: RegExp, to: RegExp | ((from: string, to: string) => boolean), because: string }[]}
 */
const BOUNDARIES = [
  {
    from: /^src\/shared\//,
    to: /^(?!src\/shared\/|zod\/mini$)/,
    because: 'src/shared imports zod/mini and itself only.',
  },
  { from: /^src\/web\//, to: /^src\/server\//, because: 'The browser knows the server by src/shared alone.' },
  { from: /^src\/server\//, to: /^src\/web\//, because: 'The server knows the browser by src/shared alone.' },
  { from: /^src\//, to: /^zod$/, because: 'zod/mini does the same and is a quarter of the size.' },
  {
    from: /^src\/(?!server\/db\/)(?!.*\.repo\.ts$)/,
    to: /^kysely/,
    because: 'Only repositories and src/server/db speak to the database.',
  },
  {
    from: /^src\/server\/(?!db\/(scope|installation|item-change|copies|inbox|moves|revisions|several|tasks)\.ts$)/,
    to: /^src\/server\/db\/whole\.ts$/,
    because: 'Statements on user data begin in src/server/db/scope.ts, which knows whose they are.',
  },
  {
    from: INSTALLATION_IS_NOT_FOR,
    to: /^src\/server\/db\/installation\.ts$/,
    because: "Statements on everybody's data are for the few files that eslint.config.js names.",
  },
  {
    from: /^src\/server\/db\/migrations\/(?!index\.ts$)/,
    to: /^(?!kysely$|src\/server\/db\/migrations\/frozen\.ts$)/,
    because: 'A migration does for ever what it did at first: it imports frozen.ts and Kysely alone.',
  },
  { from: /\.routes\.ts$/, to: /^src\/server\/db\//, because: 'Routes call repositories, never the database.' },
  {
    from: /^src\/server\/(db|http)\//,
    to: /^src\/server\/(?!db\/|http\/)[^/]+\//,
    because: 'db and http serve every feature and know none.',
  },
  {
    from: /^src\/web\/(api|ui)\//,
    to: /^src\/web\/(?!api\/|ui\/)[^/]+\//,
    because: 'api and ui serve every feature and know none.',
  },
  {
    from: /^src\/(server|web)\/[^/]+\//,
    to: (from, to) => /\.(routes\.ts|page\.tsx)$/.test(to) && folderOf(from) !== folderOf(to),
    because: "A feature uses another's repository or components, not its routes or pages.",
  },
]

/** @type {import('eslint').Rule.RuleModule} */
const boundaries = {
  create(context) {
    const from = relative(ROOT, context.filename).replaceAll('\\', '/')
    /** @param {{ source?: import('estree').Node | null | undefined }} node */
    const check = ({ source }) => {
      if (source?.type !== 'Literal' || typeof source.value !== 'string') return
      const name = source.value
      const to = name.startsWith('.')
        ? relative(ROOT, resolve(dirname(context.filename), name)).replaceAll('\\', '/')
        : name
      for (const law of BOUNDARIES) {
        const forbids = law.to instanceof RegExp ? law.to.test(to) : law.to(from, to)
        if (law.from.test(from) && forbids) context.report({ node: source, message: law.because })
      }
    }
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    }
  },
}

const RESTRICTED_EVERYWHERE = [
  {
    selector: 'ExportAllDeclaration, ExportNamedDeclaration[source]',
    message: 'No barrels: import from the file that has it.',
  },
]
const IMPATIENT = {
  selector: "CallExpression[callee.object.name='vi'][callee.property.name=/^waitFor$|^waitUntil$/]",
  message: 'It gives up after a second, which a busy machine may need: tests/support/until.ts waits.',
}
const TEXT_OF_STATEMENTS = [
  {
    name: 'kysely',
    importNames: ['sql', 'Kysely', 'CompiledQuery'],
    message: 'Text of statements is written in src/server/db only.',
  },
]
/** The few files that look up who somebody is, by what they make of that. */
const MINTED_IN = {
  mintActor: ['src/server/auth/session.ts'],
  mintLinkReader: ['src/server/links/reader.repo.ts'],
  mintOnlooker: ['src/server/calendar/calendar.repo.ts', 'src/server/reminders/reminders.repo.ts'],
}
/** @param {string} [mayMint] */
const actors = (mayMint) => [
  {
    regex: '/actor\\.ts$',
    importNames: Object.keys(MINTED_IN).filter((name) => name !== mayMint),
    message: 'Only what looks up a session, a link or a calendar says who somebody is.',
  },
]
/** Ways of Kysely to a statement on tables that the type of a repository's database lacks. */
const AROUND = '/^(withTables|withSchema|executeQuery|getExecutor)$/'
const AROUND_THE_SCOPE = {
  selector: [
    'MemberExpression[property.name=?]',
    'MemberExpression[property.value=?]',
    'ObjectPattern > Property[key.name=?]',
  ]
    .map((selector) => selector.replace('?', AROUND))
    .join(),
  message: 'Statements on user data begin in src/server/db/scope.ts, which knows whose they are.',
}

export default defineConfig(
  { ignores: ['dist/', 'data/', '.cache/', 'test-results/'] },
  { linterOptions: { noInlineConfig: true } },
  tseslint.configs.recommended,
  {
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_$' }],
      'no-restricted-syntax': ['error', ...RESTRICTED_EVERYWHERE],
      eqeqeq: 'error',
      // ESLint ignores comments that switch it off; this is for its sister, which has the rules that need types.
      'no-warning-comments': ['error', { terms: ['oxlint-disable', 'eslint-disable'] }],
    },
  },
  {
    files: ['src/web/**'],
    // What is longer does two things, and one of them has a name.
    rules: { 'max-lines-per-function': ['error', { max: 150, skipComments: true, skipBlankLines: true }] },
  },
  {
    files: ['src/**'],
    ignores: ['**/*.test.{ts,tsx}'],
    plugins: { house: { rules: { boundaries } } },
    rules: { 'house/boundaries': 'error' },
  },
  {
    files: ['**/*.test.{ts,tsx}', 'tests/**'],
    ignores: ['tests/support/until.ts', 'tests/scale/**'],
    rules: { 'no-restricted-syntax': ['error', ...RESTRICTED_EVERYWHERE, IMPATIENT] },
  },
  {
    files: ['src/server/**'],
    ignores: ['**/*.test.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': ['error', { paths: TEXT_OF_STATEMENTS, patterns: actors() }],
    },
  },
  {
    files: ['src/server/**'],
    ignores: ['**/*.test.ts', 'src/server/db/**'],
    rules: { 'no-restricted-syntax': ['error', ...RESTRICTED_EVERYWHERE, AROUND_THE_SCOPE] },
  },
  {
    // A backup reads and writes rows as they are, also those of tables that no code of today knows.
    files: ['src/server/db/**', 'src/server/backup/tables.repo.ts'],
    rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns: actors() }] },
  },
  Object.entries(MINTED_IN).map(([name, files]) => ({
    files,
    rules: {
      '@typescript-eslint/no-restricted-imports': ['error', { paths: TEXT_OF_STATEMENTS, patterns: actors(name) }],
    },
  })),
)
