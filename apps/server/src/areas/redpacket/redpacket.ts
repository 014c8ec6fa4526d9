export { seedPromotions } from './demo.ts'
export { REDPACKET_SETTING, redPacketSchema, type RedPacketSetting } from './setting.ts'
