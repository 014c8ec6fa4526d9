/** Whose advertising a link is. */
export const channelOwners = { agent: '代理', house: '平台' } as const
export type ChannelOwner = keyof typeof channelOwners

/** Whether a link counts. */
export const channelStandings = { on: '启用', off: '已停用' } as const
export type ChannelStanding = keyof typeof channelStandings

/** Channels that one agent, or the operator, can have; those switched off included. */
export const MOST_CHANNELS = 30
export const LONGEST_CHANNEL_NAME = 20

/** Whether a `pid` of a link is the code of a channel; invite codes and ids look different. */
export const isChannelCode = (pid: string): boolean => /^L[A-Z2-9]{9}$/.test(pid)
