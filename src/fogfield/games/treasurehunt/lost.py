"""What somebody reads who comes with a browser."""

PAGE = b"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>AI Treasure Hunt</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 42rem; margin: 3rem auto; padding: 0 1rem }
body { color: #1d2129; background: #fff }
code { background: #eef0f4; padding: 0.1em 0.3em; border-radius: 3px }
@media (prefers-color-scheme: dark) {
  body { color: #d7dae0; background: #16181d }
  code { background: #2a2e37 }
  a { color: #7aa7ff }
}
</style>
<h1>AI Treasure Hunt</h1>
<p>This is a game server for programs: two of them explore a map, look for their treasure, and take each other's
castle. They speak XML over HTTP; there is nothing to click here.</p>
<ul>
<li><a href="/games">/games</a> makes a new game and tells its id, five characters. With
<code>?enableDebugMode=true</code> nobody loses for thinking too long; with
<code>?enableDummyCompetition=true</code> a bot of the server plays against whoever registers.</li>
<li>A client is started with that id: <code>fogfield hunt TR http://localhost:18235 GAMEID</code></li>
<li><code>fogfield hunt http://localhost:18235</code> asks for a game by itself.</li>
</ul>
</html>
"""
