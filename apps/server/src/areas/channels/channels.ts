// The front of channels, the links of advertising: all that other areas may import.
export { addChannel, urlOf } from './addChannel.ts'
export { channelOf } from './channelOf.ts'
export {
  channelFigures,
  channelNames,
  channelsOf,
  insertMember as bindMember,
  siteVisits,
  type ChannelFigures,
} from './store/channel.sql.ts'
