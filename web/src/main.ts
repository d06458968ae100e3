import "./app.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { showTheme } from "./lib/prefs.svelte";
import { loadWords } from "./lib/words.svelte";

showTheme();
const target = document.getElementById("app");
if (target !== null) void loadWords().finally(() => mount(App, { target }));

// Only where the browser allows it (https, or this machine): elsewhere everything works without.
if ("serviceWorker" in navigator && import.meta.env.PROD)
  void navigator.serviceWorker.register("/sw.js").catch(() => null);
