import type { VersionState } from '@tianping/contract/screening/facts'
import type { Tone } from '../../ui/values/Status.tsx'

export const versionTones: Record<VersionState, Tone> = {
  receiving: 'waiting',
  reading: 'waiting',
  ready: 'waiting',
  active: 'good',
  replaced: 'plain',
  rejected: 'bad',
  failed: 'bad',
}
