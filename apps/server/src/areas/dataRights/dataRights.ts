// The front of members' rights to their data: all that other areas may import.
export { runExports } from './copy.ts'
export { runDataRights } from './clock.ts'
export { serveDataFiles } from './fileRoute.ts'
export { DATA_RIGHTS_SETTING, dataRightsSchema } from './setting.ts'
export { dataRequestsWaiting } from './store/request.sql.ts'
