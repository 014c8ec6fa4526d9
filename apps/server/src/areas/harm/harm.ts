// The front of the care for players: all that other areas may import.
export { lookAtMember } from './look.ts'
export { HARM_SETTING, harmSchema } from './setting.ts'
export { harmWaiting } from './store/job.sql.ts'
