/** The agent and month of `12:2026-10`, which is how the address names a statement. */
export function keyOf(no: string) {
  const [agent = '', month = ''] = no.split(':')
  return { agent_id: Number(agent), month }
}
