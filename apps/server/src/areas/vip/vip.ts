// The front of levels: all that other areas may import.
export { VIP_LEVELS, levelsSchema, levelsVersion, writeLevels } from './vipLevels.ts'
export { VIP_JOB, runVipReview } from './vipReview.ts'
export { VIP_SETTING, vipSchema, vipSetting } from './vipSetting.ts'
export { blotReleases, releasesWaiting } from './store/release.sql.ts'
