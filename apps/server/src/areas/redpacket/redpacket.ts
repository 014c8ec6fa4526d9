// The front of red packets: all that other areas may import.
export { seedPromotions } from './demo.ts'
export { REDPACKET_SETTING, redPacketSchema, type RedPacketSetting } from './setting.ts'
