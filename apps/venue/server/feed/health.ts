import { FEATURES } from '@tianping/venue-protocol'
import type { Handler } from '../handler.ts'

export const health: Handler<'health'> = async ({ desk, at }) => ({
  status: 'ok',
  protocol: '1',
  venue: desk.venue,
  time: at.toISOString(),
  features: [...FEATURES],
})
