import type { ProgramOrigin } from '@tianping/contract/security/facts'
import { hostname } from 'node:os'
import type { Services } from '../http/services.ts'
import { addCheck, keepMaths } from './program.sql.ts'
import { checkProgram, MOST_NAMED, type ProgramState } from './program.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'settings' | 'log' | 'events'>

/**
 * Checks the program of this machine, keeps the result, and alerts when a file is not that of the
 * release. Without a manifest nothing is raised: a clone of a developer has none.
 */
export async function runProgramCheck(
  services: Deps,
  origin: ProgramOrigin,
): Promise<ProgramState> {
  const { db, clock, settings, log, events } = services
  const found = await checkProgram(settings.releaseManifest, settings.releaseSha256)
  if (found.state === 'unreleased') {
    const line = 'no release manifest: whether the program was changed is not known'
    if (settings.mode === 'production') log.warn(line)
    else log.info(line)
    return found
  }
  const { state, manifest, files, differing, maths } = found
  await addCheck(db, {
    at: clock.now(),
    instance: hostname(),
    origin,
    state,
    manifest,
    files,
    differs: differing.length,
    differing: differing.slice(0, MOST_NAMED),
  })
  await keepMaths(db, Object.keys(maths), Object.values(maths), clock.now())
  if (state === 'changed') {
    log.error({ differing: differing.slice(0, MOST_NAMED) }, 'program differs from its release')
    events.note({
      kind: 'program_changed',
      subject: `program:${manifest.slice(0, 12)}`,
      address: '',
    })
    await events.settled()
  }
  return found
}
