// The front of tournaments: all that other areas may import.
export { gamesOf as gamesTyped } from './console/form.ts'
export { checkTournaments } from './check.ts'
export { seedTournament } from './demo.ts'
export { runTournaments } from './run.ts'
export { tellVenues } from './tellVenues.ts'
export { TOURNAMENT_SETTING, tournamentSchema } from './setting.ts'
export { markDue } from './store/entry.sql.ts'
export { tournamentsWaiting } from './store/tournament.sql.ts'
