// The front of the comparison with lists of persons: all that other areas may import.
export { refuseUnallowed } from './exposed.ts'
export { compareDue } from './jobs.ts'
export { noteSenders, senderVerdict } from './senders.ts'
export { SCREENING_SETTING, screeningSchema } from './setting.ts'
export { decideHit, hitsOpen, lockHit } from './store/hit.sql.ts'
