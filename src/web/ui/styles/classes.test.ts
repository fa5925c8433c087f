import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const WEB = join(import.meta.dirname, '../..')
const files = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).sort()
const textOf = (name: string): string => readFileSync(join(WEB, name), 'utf8')
const classesIn = (css: string): Set<string> =>
  new Set([...css.replace(/\/\*[^]*?\*\//g, '').matchAll(/\.([a-z][\w-]*)(?=[^{}]*\{)/gi)].map(([, name = '']) => name))

const layout = classesIn(textOf('ui/styles/layout.css') + textOf('ui/styles/base.css'))
const modules = new Map(
  files.filter((name) => name.endsWith('.module.css')).map((name) => [name, classesIn(textOf(name))]),
)
const components = files.filter((name) => name.endsWith('.tsx')).map((name) => ({ name, text: textOf(name) }))

/** A class that no style sheet has does nothing, without any error. */
test('every class that a component names is in its module or in layout.css', () => {
  const missing = components.flatMap(({ name, text }) => {
    const imports = [...text.matchAll(/^import (\w+) from '(\S+\.module\.css)'$/gm)]
    const ofModules = imports.flatMap(([, styles = '', path = '']) => {
      const classes = modules.get(join(dirname(name), path))
      const named = [...text.matchAll(new RegExp(`[^/\\w]${styles}\\.(\\w+)`, 'g'))].map(([, one = '']) => one)
      return named.filter((one) => !classes?.has(one))
    })
    const ofLayout = [...text.matchAll(/(?:className=|classNames\(\s*)["']([^"'\n]+)["']/g)]
      .flatMap(([, names = '']) => names.split(' '))
      .filter((one) => !layout.has(one))
    return [...ofModules, ...ofLayout].map((one) => `${name}: ${one}`)
  })
  expect(missing).toEqual([])
})

test('every class of a style sheet is named by a component', () => {
  const all = components.map(({ text }) => text).join('\n')
  const unused = [...modules.entries(), ['layout.css', layout] as const].flatMap(([name, classes]) =>
    [...classes].filter((one) => !new RegExp(`[.'" ]${one}['" ,)\\]}?:]`).test(all)).map((one) => `${name}: ${one}`),
  )
  expect(unused).toEqual([])
})

test('the table at the head of layout.css names each of its classes, and no other', () => {
  const css = textOf('ui/styles/layout.css')
  // From its first empty line on, without the name of each group and what is said in parentheses.
  const table = css.slice(css.indexOf('\n\n'), css.indexOf('*/')).replace(/^ {3}[A-Z][a-z]+|\([^)]*\)/gm, '')
  expect(table.split(/\s+/).filter(Boolean).sort()).toEqual([...classesIn(css)].sort())
})

test('each class of layout.css serves more than one component', () => {
  const own = [...classesIn(textOf('ui/styles/layout.css'))].filter(
    (one) => components.filter(({ text }) => new RegExp(`['" ]${one}['" ]`).test(text)).length < 2,
  )
  expect(own).toEqual([])
})
