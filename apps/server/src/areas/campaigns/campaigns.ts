// The front of campaigns: all that other areas may import.
export { checkCampaigns } from './check.ts'
export { runCampaigns } from './run.ts'
export { CAMPAIGN_SETTING, campaignSchema } from './setting.ts'
export { campaignsWaiting } from './store/campaign.sql.ts'
