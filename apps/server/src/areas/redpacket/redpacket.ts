// The front of red packets: all that other areas may import.
export { claimedSince, drawFurther, drawOfAction, lockDay, refuseClosed } from './further.ts'
export { OWN_SEED, type Claiming } from './claimAll.ts'
export type { Draw } from './store/redpacket.sql.ts'
export { seedPromotions } from './demo.ts'
export { REDPACKET_SETTING, redPacketSchema, type RedPacketSetting } from './setting.ts'
