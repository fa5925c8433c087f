import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { CACHE, readIfThere } from './run.mjs'

const LOCK = join(CACHE, 'lock')
const own = String(process.pid)

const take = () => {
  try {
    writeFileSync(LOCK, own, { flag: 'wx' })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/** @param {string} pid */
const lives = (pid) => {
  try {
    process.kill(Number(pid), 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

const takeFromTheDead = async () => {
  const holder = readIfThere(LOCK)
  if (!holder || lives(holder)) return false
  rmSync(LOCK, { force: true })
  if (!take()) return false
  // Another command may have found the same dead holder and replaced our lock with its own.
  await wait(200)
  return readIfThere(LOCK) === own
}

/**
 * Runs `work` in one command at a time, because installing and building change files that all commands use.
 * @template T
 * @param {() => Promise<T>} work
 */
export const alone = async (work) => {
  mkdirSync(CACHE, { recursive: true })
  for (let told = false; !take() && !(await takeFromTheDead()); told = true) {
    if (!told) console.log('Another command is installing or building here; waiting for it …')
    await wait(200)
  }
  const release = () => rmSync(LOCK, { force: true })
  process.once('exit', release)
  try {
    return await work()
  } finally {
    release()
    process.off('exit', release)
  }
}
