// Every command imports this first. It uses no new syntax, so an old Node.js shows its message.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const runs = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major >= 24

if (!runs) {
  console.error(
    `Roomfolio needs Node.js 24 or 22 (22.12 or newer), or 20.19, which gets no security fixes; this is ${process.versions.node}.\n` +
      'Install the LTS version from https://nodejs.org or with your version manager, then run the command again.',
  )
  process.exit(1)
}
