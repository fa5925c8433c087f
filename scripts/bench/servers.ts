import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import type { DatabaseLocation } from '../../src/server/platform/db/database.ts'

export interface Server {
  url: string
  pid: number
  stop(): Promise<void>
}

/** Starts a server in a process of its own; it says where it listens. */
export const startServer = async (args: readonly string[], settings: Record<string, string>): Promise<Server> => {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.once('exit', () => child.kill())
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  for await (const line of createInterface(child.stdout)) {
    const port = /http:\/\/[\w.]+:(\d+)/.exec(line)?.[1]
    if (port === undefined) continue
    child.stdout.resume()
    const stop = () => (child.kill(), ended)
    return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop }
  }
  throw new Error(`${args.join(' ')} ended before it listened.`)
}

let databases = 0

/** Makes a database on the server, runs the work with its address and drops it. */
export const withPostgres = async <T>(work: (url: string) => Promise<T>): Promise<T> => {
  const server = process.env.TEST_DATABASE_URL
  if (!server) throw new Error('TEST_DATABASE_URL names no PostgreSQL server. Use: npm run bench')
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  const name = `bench_${process.pid}_${++databases}`
  try {
    for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
      const { rows } = await client.query<Record<string, string>>(`show ${setting}`)
      if (rows[0]?.[setting] !== 'on') throw new Error(`PostgreSQL has ${setting} off, so its saves are not durable.`)
    }
    await client.query(`create database ${name}`)
    const url = new URL(server)
    url.pathname = `/${name}`
    try {
      return await work(url.href)
    } finally {
      await client.query(`drop database ${name} with (force)`)
    }
  } finally {
    await client.end()
  }
}

/** Where the tables of a server are, by its settings. */
export const locationOf = (settings: Record<string, string>, folder: string): DatabaseLocation =>
  settings.DATABASE_URL === undefined
    ? { sqliteFile: join(folder, 'roomfolio.sqlite') }
    : { postgresURL: settings.DATABASE_URL }
