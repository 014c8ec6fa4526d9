// The front of complaints: all that other areas may import.
export { runComplaints } from './clock.ts'
export { countComplaint, fileComplaint } from './file.ts'
export { COMPLAINT_SETTING, complaintSchema } from './setting.ts'
export { redactComplaints } from './store/complaint.sql.ts'
export { complaintsWaiting } from './store/complaints.sql.ts'
