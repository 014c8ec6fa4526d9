// The front of messages to members: all that other areas may import.
export { broadcastRule } from './console/broadcastRule.ts'
export { seedMessages } from './demo.ts'
export { notify, notifyEach } from './notify.ts'
export { dropMessages, unread } from './store/message.sql.ts'
