import { Worker } from 'node:worker_threads'

/**
 * Kills this process after so many milliseconds, whatever it does then: from a thread of its own, for work that goes on and on leaves the
 * main one no moment to look at a timer.
 */
export const killAfter = (ms: number): void => {
  const kill = `setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${ms})`
  const thread = new Worker(kill, {
    eval: true,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 },
  })
  thread.unref()
}
