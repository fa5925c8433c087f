import { setTimeout as pause } from 'node:timers/promises'
import { Failure, messageOf, onPath, quietly } from './run.mjs'

const MINUTES_FOR_OTHERS = 10

/**
 * Runs apt-get after any other run of it: two test runs may both install a browser. (DPkg::Lock::Timeout covers only one of
 * apt's three locks.)
 * @param {readonly string[]} args
 */
const aptGet = async (args) => {
  const until = Date.now() + MINUTES_FOR_OTHERS * 60_000
  for (;;) {
    try {
      return await quietly('apt-get', args, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' } })
    } catch (error) {
      if (Date.now() > until || !messageOf(error).includes('Could not get lock')) throw error
    }
    await pause(2_000)
  }
}

/**
 * Installs Debian packages. Throws unless the user is root and apt-get exists.
 * @param {readonly string[]} packages
 */
export const installDebianPackages = async (packages) => {
  if (!onPath('apt-get')) throw new Failure('there is no apt-get here')
  if (process.getuid?.() !== 0) throw new Failure('only root may install it')
  console.log(`Installing Debian's ${packages.join(', ')} …`)
  await aptGet(['update'])
  await aptGet(['install', '-y', '--no-install-recommends', ...packages])
}
