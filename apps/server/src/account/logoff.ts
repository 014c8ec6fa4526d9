import type { Handler } from '../http/services.ts'

export const logoff: Handler<'POST /api/logoff'> = async ({ sessions, bus, member }) => {
  await sessions.end(member.tokenHash)
  bus.publish('session', [member.tokenHash])
  return { message: '退出成功', data: null }
}
