// The front of incidents, reports and retention: all that other areas may import.
export { addIncident } from './incidents/add.ts'
export { paperKeys } from './incidents/papers.ts'
export { closeDay, runCompliance, runComplianceDay, runRetentionDay } from './job.ts'
export { serveReports } from './report/fileRoute.ts'
export { runReports } from './report/make.ts'
export { RETENTION_SETTING, retentionSchema } from './retention/setting.ts'
export { COMPLIANCE_SETTING, complianceSchema } from './setting.ts'
export { alarmsNow as complianceAlarms } from './store/incident.sql.ts'
