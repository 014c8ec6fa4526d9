// The front of journeys: all that other areas may import.
export { checkJourneys } from './check.ts'
export { seedJourney } from './demo.ts'
export { runJourneys } from './run.ts'
export { JOURNEY_SETTING, journeySchema } from './setting.ts'
export { journeysWaiting } from './store/journey.sql.ts'
