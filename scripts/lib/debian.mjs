import { Failure, onPath, quietly } from './run.mjs'

/**
 * Installs Debian's packages where that is allowed: as root, with apt-get there.
 * @param {readonly string[]} packages
 */
export const installDebianPackages = async (packages) => {
  if (!onPath('apt-get')) throw new Failure('there is no apt-get here')
  if (process.getuid?.() !== 0) throw new Failure('only root may install it')
  console.log(`Installing Debian's ${packages.join(', ')} …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await quietly('apt-get', ['update'], { env })
  await quietly('apt-get', ['install', '-y', '--no-install-recommends', ...packages], { env })
}
