// The front of messages to members: all that other areas may import.
export { broadcastRule } from './console/broadcastRule.ts'
export { suppressedRowOf } from './console/suppressions.ts'
export { suppressedAfter } from './store/suppression.sql.ts'
export { seedMessages } from './demo.ts'
export { notify, notifyEach } from './notify.ts'
export { unreadOf } from './unreadOf.ts'
export { openPost, noteSent, type OpenPost } from './store/post.sql.ts'
export { dropMessages } from './store/message.sql.ts'
