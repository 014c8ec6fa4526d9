// The front of the game lists: all that other areas may import.
export { countGameHeat } from './heat.ts'
export { gamePicks } from './lobby.ts'
export { lobbySchema, lobbySetting, LOBBY_SETTING } from './setting.ts'
export { homeGames } from './store/games.sql.ts'
